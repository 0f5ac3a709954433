import type { Logo } from '#contracts/branding/branding.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Brand } from '../brand.ts'
import { Seal } from '../components/seal.tsx'
import { Link } from '../router.tsx'

export type BrandLinkProps = { brand: Brand; logo: Logo | undefined }

/** The site's logo, or its seal and name, as a link to the home page. */
export function BrandLink({ brand: { name, logoUrl }, logo }: BrandLinkProps) {
  return (
    <Link to={PAGES.home} className="flex min-h-11 min-w-0 items-center gap-2.5" aria-label={`${name}首页`}>
      {logoUrl ? (
        // Width and height reserve its space before it has loaded.
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
