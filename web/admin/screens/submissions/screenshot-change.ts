/** Describes how an approval changes a product's screenshots; `null` if there are none before or after. */
export function describeScreenshotChange(submitted: number, existing: number): string | null {
  if (submitted > 0 && existing > 0) return `产品现有的${existing}张截图会全部换成这次提交的${submitted}张。`
  if (submitted > 0) return `这次提交的${submitted}张截图会成为产品的截图。`
  return existing > 0 ? `这次提交没有截图，产品现有的${existing}张截图保持不变。` : null
}
