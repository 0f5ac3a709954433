import type { Logo } from '#contracts/branding/branding.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Brand } from '../brand.ts'
import { Seal } from '../parts/seal.tsx'
import { Link } from '../router.tsx'

export type BrandLinkProps = { brand: Brand; logo: Logo | undefined }

/** The site's logo, or its seal and name, which lead home. */
export function BrandLink({ brand: { name, logoUrl }, logo }: BrandLinkProps) {
  return (
    <Link to={PAGES.home} className="flex min-h-11 min-w-0 items-center gap-2.5" aria-label={`${name}首页`}>
      {logoUrl ? (
        // Its size is known before it has loaded, so that nothing moves.
        <img
          src={logoUrl}
          alt={name}
          width={logo?.logoWidth || undefined}
          height={logo?.logoHeight || undefined}
          className="h-10 w-auto max-w-50 object-contain object-left max-sm:max-w-36"
        />
      ) : (
        <>
          <Seal className="size-9 shrink-0" />
          <span className="max-w-72 truncate text-xl font-semibold tracking-wide max-sm:text-lg">{name}</span>
        </>
      )}
    </Link>
  )
}
