import { expect, it } from 'vitest'
import { formatContentDisposition } from './content-disposition.ts'

it.each([
  ['list.txt', 'list.txt', 'list.txt'],
  ['企业智能体评估清单.txt', '_________.txt', encodeURIComponent('企业智能体评估清单.txt')],
  ['a "b"; c.txt', 'a _b__ c.txt', 'a%20%22b%22%3B%20c.txt'],
  ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
  ['50%.txt', '50_.txt', '50%25.txt'],
  ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
  ['a\\b.txt', 'a_b.txt', 'a_b.txt'],
  ['a\r\nset-cookie: x=1.txt', 'a__set-cookie: x=1.txt', 'a__set-cookie%3A%20x%3D1.txt'],
  // A direction override would display `txt.exe` as `exe.txt`.
  ['a\u202etxt.exe', 'a_txt.exe', 'a_txt.exe'],
  ['half \ud83d.txt', 'half _.txt', 'half%20%EF%BF%BD.txt'],
  ['', 'download', 'download'],
  ['  ', 'download', 'download'],
])('encodes %j in ASCII and in UTF-8', (filename, plain, extended) => {
  expect(formatContentDisposition('attachment', filename)).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${extended}`,
  )
})
