import { useState } from 'react'
import { BADGE_THEMES, type BadgeTheme, getBadgePath } from '#contracts/badges/statuses.ts'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Link } from '../../router.tsx'
import { useSite } from '../../site-context.tsx'

const THEMES: readonly BadgeTheme[] = ['light', 'dark']

/** The badge of an evaluated product, with the code that embeds it. */
export function BadgeEmbed({ product: { id, catalogue, name } }: { product: VendorProduct }) {
  const { publicUrl } = useSite()
  const [theme, setTheme] = useState<BadgeTheme>('light')
  const page = `${publicUrl}${PRODUCT_PAGES[catalogue](id)}?tab=evaluation`
  const code = `<a href="${escapeHtml(page)}"><img src="${escapeHtml(publicUrl + getBadgePath(id, theme))}" alt="${escapeHtml(name)}的评估徽章" height="32"></a>`
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2 text-indigo">评估徽章</summary>
      <p className="text-sm text-muted">
        放在自己的网页上，随评估更新：过期或撤回后如实显示。
        <a href={`/api/badges/${encodeURIComponent(id)}`} className="text-indigo underline">
          带签名的JSON
        </a>
        可以在
        <Link to={PAGES.verifyReport} className="text-indigo underline">
          核验页
        </Link>
        核对。
      </p>
      <img src={getBadgePath(id, theme)} alt={`${name}的评估徽章`} height={32} className="mt-3 max-w-full" />
      <label className="mt-3 block">
        <span className="mb-1.5 block text-sm font-medium">背景</span>
        <select
          className={CONTROL_CLASS}
          value={theme}
          onChange={({ target }) => setTheme(THEMES.find((one) => one === target.value) ?? 'light')}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {BADGE_THEMES[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="mt-3 block">
        <span className="mb-1.5 block text-sm font-medium">嵌入代码</span>
        <textarea readOnly rows={3} value={code} className={`${CONTROL_CLASS} font-mono text-sm`} />
      </label>
      <div className="mt-3">
        <CopyButton text={code} label="复制代码" copiedMessage="已复制" />
      </div>
    </details>
  )
}
