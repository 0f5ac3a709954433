import { expect, it } from 'vitest'
import { DEFAULT_TEMPLATES } from '#contracts/mail/templates.ts'
import { htmlToText, renderTemplate } from './mail-content.ts'

it.each([
  ['<table><tr><td>联系人</td>\n<td>张明</td></tr><tr><th>电话</th><td></td></tr></table>', '联系人：张明\n电话：'],
  ['<tr><td>页面浏览</td><td><b>12次</b></td><td>前一周10次</td></tr>', '页面浏览：12次，前一周10次'],
  ['<tr><td>邮箱：</td><td>a@example.com</td></tr>', '邮箱：a@example.com'],
  ['<tr><td>需求</td><td>第一行<br>第二行</td></tr>', '需求：第一行\n第二行'],
])('separates the cells of a table in %s', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

it('appends a link whatever the template contains, within its body', () => {
  const template = { subject: '新咨询', htmlTemplate: '<html><body><p>{{companyName}}</p></body></html>' }
  const values = { companyName: '甲', contactName: '', phone: '', email: '', requirements: '', submitTime: '' }
  const link = { url: 'https://zhijian.example/admin/leads?lead=1&x=2', label: '查看' }
  const content = renderTemplate('consultation', template, { values, siteName: '智鉴', link })
  expect(content?.html).toBe(
    '<html><body><p>甲</p><p><a href="https://zhijian.example/admin/leads?lead=1&amp;x=2">查看</a></p></body></html>',
  )
  expect(content?.text).toBe('甲\n查看 https://zhijian.example/admin/leads?lead=1&x=2')
  expect(renderTemplate('consultation', DEFAULT_TEMPLATES.consultation, { values, siteName: '智鉴' })?.text).toContain(
    '公司名称：甲\n',
  )
})
