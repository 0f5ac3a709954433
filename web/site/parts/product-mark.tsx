import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { markInitial, markTone } from './product-mark-tone.ts'

const SIZES = {
  medium: { pixels: 48, className: 'size-12 text-xl' },
  large: { pixels: 80, className: 'size-16 text-3xl md:size-20 md:text-4xl' },
} as const

type ProductMarkProps = { name: string; logoUrl: string; size?: keyof typeof SIZES }

/** A product's logo, if it is a file of this site (the content policy loads no other), else its initial letter. */
export function ProductMark({ name, logoUrl, size = 'medium' }: ProductMarkProps) {
  const { pixels, className } = SIZES[size]
  const shape = `inline-flex shrink-0 items-center justify-center overflow-hidden rounded-[10px] border ${className}`
  if (logoUrl.startsWith('/') && isSafeLink(logoUrl))
    return (
      <span className={`${shape} border-line bg-surface`}>
        <img
          src={logoUrl}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          className="size-full object-contain p-1"
        />
      </span>
    )
  return (
    <span aria-hidden className={`${shape} ${markTone(name)} border-tone bg-tone font-semibold text-tone`}>
      {markInitial(name)}
    </span>
  )
}
