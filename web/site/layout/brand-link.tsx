import { useQuery } from '@tanstack/react-query'
import { PAGES } from '#contracts/paths.ts'
import { Seal } from '../parts/seal.tsx'
import { Link } from '../router.tsx'
import { useBrand, useQueries } from '../site-context.tsx'

/** The site's logo, or its seal and name, which lead home. */
export function BrandLink() {
  const { data: logo } = useQuery(useQueries().logo())
  const { name, logoUrl } = useBrand()
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
