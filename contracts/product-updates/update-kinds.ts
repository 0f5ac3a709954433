/** What can change in a product; in a file without schemas, which a page of the site loads. */
export const UPDATE_KINDS = ['listed', 'facts', 'price', 'verdict'] as const

export const UPDATE_KIND_LABELS: Record<(typeof UPDATE_KINDS)[number], string> = {
  listed: '新收录',
  facts: '资料更新',
  price: '价格变化',
  verdict: '平台评估',
}
