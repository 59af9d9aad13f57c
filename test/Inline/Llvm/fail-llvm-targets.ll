; The attributes of a function say what its calls are compiled for.
;
; RUN: ptx-check --verify %s
; RUN: ptx-check --target=sm_80 --stats %s 2>&1 | FileCheck --check-prefix=AMPERE %s
; RUN: not ptx-check --target=sm_90 %s 2>&1 | FileCheck --check-prefix=HOPPER %s
; AMPERE: 8 asm statements: 3 checked, {{.*}}, 5 disabled or for other targets
; HOPPER: error: `wgmma.fence` requires `sm_90a`{{.*}}[PTX4002]

target triple = "nvptx64-nvidia-cuda"

define void @hopper() #1 {
  ; expected-note@below {{requires}}
  ; expected-error@+1 {{no target for which it is compiled (`sm_90`) supports the requirements of this statement: `wgmma.fence`}} [PTX8010]
  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"()
  call void asm sideeffect "fence.proxy.async;", "~{memory}"()
  ret void
}

define void @feature() convergent #0 {
  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"()
  ; expected-note@below {{requires}}
  ; expected-error@+1 {{no target for which it is compiled (`sm_90a`)}} [PTX8010]
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  ret void
}

define void @here() "target-cpu"="sm_100a" {
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  ret void
}

; The triple says that addresses have 64 bits.
define void @addresses(i32 %p) {
  ; expected-warning@+1 {{address `$0` is `"r"(i32 %p)`, 32 bits; a `.global` address has 64}} [PTX8031]
  call void asm sideeffect "st.global.u32 [$0], 1;", "r,~{memory}"(i32 %p)
  call void asm sideeffect "st.shared.u32 [$0], 1;", "r,~{memory}"(i32 %p)
  ret void
}

define void @any() #2 {
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  ret void
}

attributes #0 = { convergent "target-cpu"="sm_90a" "target-features"="+ptx84,+sm_90a" }
attributes #1 = { nounwind "target-cpu"="sm_90" }
attributes #2 = { nounwind }
