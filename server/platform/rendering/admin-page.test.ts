import { describe, expect, it } from 'vitest'
import { renderAdminDocument } from './admin-page.ts'

const page = (url: string, shell = '<p>后台的框</p>') =>
  renderAdminDocument({
    assets: { script: '/main.js', styles: ['/main.css'], preloads: [] },
    themeScript: 'theme()',
    url,
    nonce: 'n0',
    siteName: '甲$&<乙',
    frame: { shell, login: '<p>登录的框</p>', style: '.frame{}' },
  })

describe('renderAdminDocument', () => {
  it.each([
    ['/admin', '后台的框'],
    ['/admin/home-management?x=/admin/login', '后台的框'],
    ['/admin/login', '登录的框'],
    ['/admin/login?from=%2Fadmin%2Faudit', '登录的框'],
  ])('renders %s with %s', (url, frame) => {
    expect(page(url)).toContain(`<div id="root"><p>${frame}</p></div>`)
  })

  it('contains the escaped name of the site', () => {
    const html = page('/admin', '<p>%SITE_NAME%</p>')
    expect(html).toContain('<title>管理后台 - 甲$&amp;&lt;乙</title>')
    expect(html).toContain('<div id="root"><p>甲$&amp;&lt;乙</p></div>')
  })

  it('inlines the styles of its frame before the stylesheet, so that the frame is painted first', () => {
    const [head = '', body = ''] = page('/admin').split('<body>')
    expect(head).toContain('<style nonce="n0">.frame{}</style>')
    expect(head).not.toContain('stylesheet')
    expect(body.indexOf('stylesheet')).toBeGreaterThan(body.indexOf('后台的框'))
  })
})
