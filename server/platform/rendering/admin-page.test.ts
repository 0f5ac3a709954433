import { describe, expect, it } from 'vitest'
import { adminDocument } from './admin-page.ts'

const page = (url: string, shell = '<p>后台的框</p>') =>
  adminDocument({
    assets: { script: '/main.js', styles: ['/main.css'], preloads: [] },
    themeScript: 'theme()',
    url,
    nonce: 'n0',
    siteName: '甲$&<乙',
    frame: { shell, login: '<p>登录的框</p>', style: '.frame{}' },
  })

describe('the page of the back office', () => {
  it.each([
    ['/admin', '后台的框'],
    ['/admin/home-management?x=/admin/login', '后台的框'],
    ['/admin/login', '登录的框'],
    ['/admin/login?from=%2Fadmin%2Faudit', '登录的框'],
  ])('%s comes with %s', (url, frame) => {
    expect(page(url)).toContain(`<div id="root"><p>${frame}</p></div>`)
  })

  it('calls the site by its name, whatever that is made of', () => {
    const html = page('/admin', '<p>%SITE_NAME%</p>')
    expect(html).toContain('<title>管理后台 - 甲$&amp;&lt;乙</title>')
    expect(html).toContain('<div id="root"><p>甲$&amp;&lt;乙</p></div>')
  })

  it('paints its frame before the stylesheet is there: only the few rules under the nonce stand before it', () => {
    const [head = '', body = ''] = page('/admin').split('<body>')
    expect(head).toContain('<style nonce="n0">.frame{}</style>')
    expect(head).not.toContain('stylesheet')
    expect(body.indexOf('stylesheet')).toBeGreaterThan(body.indexOf('后台的框'))
  })
})
