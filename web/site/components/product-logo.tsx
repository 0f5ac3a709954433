import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { getToneClass } from '../../shared/tone.ts'

/** The tones of initials, without red, which is too similar to the cinnabar of a verdict. */
const TONES = ['blue', 'green', 'purple', 'orange', 'yellow', 'gray'] as const

/**
 * Returns the class of a name's tone, which is chosen by the FNV-1a hash, so that a product always has the same tone.
 */
export function getLogoToneClass(name: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return getToneClass(TONES[(hash >>> 0) % TONES.length] ?? 'gray')
}

const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Returns the first letter, digit, CJK character or emoji of a name, skipping opening quotes and brackets. */
export const getInitial = (name: string): string => (name.match(LETTER)?.[0] ?? [...name][0] ?? '').toUpperCase()

const SIZES = {
  medium: { pixels: 48, className: 'size-12 text-xl' },
  large: { pixels: 80, className: 'size-16 text-3xl md:size-20 md:text-4xl' },
} as const

type ProductLogoProps = { name: string; logoUrl: string; size?: keyof typeof SIZES }

/** A product's logo if it is a file of this site (the CSP blocks others), else the initial of its name. */
export function ProductLogo({ name, logoUrl, size = 'medium' }: ProductLogoProps) {
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
    <span aria-hidden className={`${shape} ${getLogoToneClass(name)} border-tone bg-tone font-semibold text-tone`}>
      {getInitial(name)}
    </span>
  )
}
