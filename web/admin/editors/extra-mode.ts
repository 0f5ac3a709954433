import type { ReactNode } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { usePageQuery } from '../components/use-page-query.ts'

/** A mode in addition to form and JSON, used only by the community document. */
export type ExtraMode = { key: 'qr-codes'; label: string; children: ReactNode }

/** Returns the extra mode if the URL selects it, which takes the place of form and JSON. */
export function useActiveExtraMode(extra: ExtraMode | undefined): ExtraMode | undefined {
  const { query } = usePageQuery(ADMIN_SCREENS.community.parameters)
  return query.mode === extra?.key ? extra : undefined
}
