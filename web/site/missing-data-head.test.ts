import { expect, it } from 'vitest'
import { createPageRequest } from '#testing/page-request.ts'
import { renderPage } from './entry-server.tsx'

/** Renders a page all of whose calls fail with a status. */
async function renderTitle(url: string, status: number): Promise<string | undefined> {
  const call = () => Promise.reject({ status, message: '失败' })
  const request = createPageRequest(url)
  const { head } = await renderPage({ request, publicUrl: 'http://zhijian.test', call, formOutcome: undefined })
  return /<title>(.*?)<\/title>/.exec(head)?.[1]
}

for (const { path, notFoundTitle, declaredTitle } of [
  { path: '/products/none', notFoundTitle: '产品不存在', declaredTitle: '智能体产品' },
  { path: '/products/none/review', notFoundTitle: '产品不存在', declaredTitle: '写评价' },
  { path: '/evaluation/map/none', notFoundTitle: '没有这个产品类别', declaredTitle: '市场图' },
  { path: '/evaluation/methods/99', notFoundTitle: '没有这个版本的评估方法', declaredTitle: '评估方法' },
  { path: '/evaluation/reports/none', notFoundTitle: '评估报告不存在', declaredTitle: '评估报告' },
  { path: '/selection/lists/none', notFoundTitle: '清单不存在或已删除', declaredTitle: '选型清单' },
])
  it(`says in the title of ${path} that it does not exist only if the reply is 404`, async () => {
    const titles = await Promise.all([404, 500, 429].map((status) => renderTitle(path, status)))
    expect(titles).toStrictEqual([`${notFoundTitle} - 智鉴`, `${declaredTitle} - 智鉴`, `${declaredTitle} - 智鉴`])
  })
