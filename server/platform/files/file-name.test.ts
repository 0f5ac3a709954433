import { expect, it } from 'vitest'
import { cleanFileName } from './file-name.ts'

it.each([
  ['评估清单.docx', '评估清单.docx'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\me\\清单.pdf', '清单.pdf'],
  ['a\0b.txt', 'ab.txt'],
  ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie_ x.txt'],
  ['fdp.\u202etxt.exe', 'fdp.txt.exe'],
  ['\ufeff\u200b清单.txt', '清单.txt'],
  ['😀清单.txt', '😀清单.txt'],
  ['e\u0301.txt', 'é.txt'],
  ['<b>"a"|?*.txt', '_b__a____.txt'],
  ['.htaccess', 'htaccess'],
  ['  a  b .txt ', 'a b .txt'],
  ['...', '未命名'],
  ['', '未命名'],
  ['/', '未命名'],
  [`${'长'.repeat(300)}.docx`, `${'长'.repeat(115)}.docx`],
  [`${'😀'.repeat(200)}.txt`, `${'😀'.repeat(116)}.txt`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(118)}`],
  ['\ud800.txt', 'txt'],
])('stores %j as %j', (name, stored) => {
  expect(cleanFileName(name)).toBe(stored)
})
