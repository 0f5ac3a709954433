import { useQuery } from '@tanstack/react-query'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { useQueries } from '../site-context.tsx'

/** Returns how long a password that is set has to be, in words. */
export function usePasswordHint(): string {
  const { data: site } = useQuery(useQueries().site())
  return IDENTITY_MESSAGES.passwordHint(site?.passwordMinLength ?? PASSWORD.min)
}
