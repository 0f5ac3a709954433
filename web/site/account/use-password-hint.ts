import { useQuery } from '@tanstack/react-query'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { useQueries } from '../site-context.tsx'

/** Returns the hint of a field for a new password: the minimum length. */
export function usePasswordHint(): string {
  const { data: site } = useQuery(useQueries().site())
  return IDENTITY_MESSAGES.passwordHint(site?.passwordMinLength ?? PASSWORD.min)
}
