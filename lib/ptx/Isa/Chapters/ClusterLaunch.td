// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control over the launch of clusters and grids. (Manual 9.7.13.13, 9.7.13.17, 9.7.13.18)

include "ptx/Isa/Chapters/BulkCopyBase.td"

def griddepcontrol
    : Instruction<"griddepcontrol", "9.7.13.13", "programmatic dependent launch: launch dependents, or wait for prerequisites"> {
  let Traits = [SignalsGrids];
  let Async = [AsyncAs<GridWait, Has<"wait">>, AsyncAs<GridLaunch>];
  let Effects = [OrdersMemory<Has<"wait">>];
  let Forms = [
    Form<"griddepcontrol.action", [Set<"action", "launch_dependents wait">],
         [Since<"7.8", sm_90_up>]>
  ];
}

// The address of the answer, and the mbarrier object that counts its bytes.
def AnswerAddr : ExtendedAddr<"addr", "space"> {
  let Object = [PointedObject<"the response to a cancellation", 16, "T336">];
}
def AnswerBarrier : ExtendedAddr<"mbar", "space"> { let Object = [CopyBarrier]; }

def clusterlaunchcontrol_try_cancel
    : Instruction<"clusterlaunchcontrol.try_cancel.async", "9.7.13.17",
                  "request the cancellation of a cluster launch"> {
  let Traits = [SignalsGrids];
  let Async = [AsyncAs<LaunchCancel>];
  let Forms = [
    Form<"clusterlaunchcontrol.try_cancel.async{.space}.mbarrier::complete_tx::bytes"
         "{.multicast::cluster::all}.b128  [addr], [mbar]", [Set<"space", "shared::cta">],
         [Since<"8.6", sm_100_up>, When<Has<"multicast::cluster::all">, "8.6", NarrowFloat>]>
  ];
  let Operands = [AnswerAddr, AnswerBarrier];
}

// The answer to the request. `ptxas` accepts literals.
class CancelResponse<string name> : Reg<name, "b128"> { let AlsoTaken = "immediate moved"; }
// The same for a query of one dimension: `ptxas` also accepts vectors of 128 bits.
class SplitResponse<string name> : CancelResponse<name> {
  let Split = 1;
  let AlsoTaken = "immediate moved vector";
}

def clusterlaunchcontrol_query_cancel
    : Instruction<"clusterlaunchcontrol.query_cancel", "9.7.13.18",
                  "decode the response to a cancellation"> {
  let Does = QueryLaunch;
  let Traits = [SignalsGrids];
  let Forms = [
    Form<"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128  pred, try_cancel_response">,
    Form<"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
         "{xdim, ydim, zdim, _}, try_cancel_response">,
    Form<"clusterlaunchcontrol.query_cancel.get_first_ctaid::dimension.b32.b128 "
         "reg, try_cancel_response",
         [Set<"get_first_ctaid::dimension",
              "get_first_ctaid::x get_first_ctaid::y get_first_ctaid::z">], [], [],
         [SplitResponse<"try_cancel_response">]>
  ];
  let Operands = [
    PredDst<"pred">, Dst<"xdim", "b32">, Dst<"reg", "b32">, CancelResponse<"try_cancel_response">
  ];
  let PtxasChecks = [PtxasCheck<Has<"pred">, "pred", "register">];
  let Gates = [Since<"8.6", sm_100_up>];
}
