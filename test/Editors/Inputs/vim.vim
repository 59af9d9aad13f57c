" The groups of the syntax of words of a file: each word once, in order.
let lines = []
for number in range(1, line("$"))
  let column = 0
  while 1
    let [word, begin, end] = matchstrpos(getline(number), '\v\%?[A-Za-z_$][A-Za-z0-9_$]*|\.[a-z_]\w*%(::\w+)*|0x\x+|//.*|\@!', column)
    if begin < 0
      break
    endif
    call add(lines, word . " " . synIDattr(synID(number, begin + 1, 1), "name"))
    let column = end
  endwhile
endfor
call writefile(lines, $RESULT)
qall!
