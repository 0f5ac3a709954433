import { useQuery } from '@tanstack/react-query'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { useQueries } from '../site-context.tsx'

/** Returns a hint with the minimum length of a new password. */
export function usePasswordRequirements(): string {
  const { data: site } = useQuery(useQueries().site())
  return IDENTITY_MESSAGES.passwordHint(site?.passwordMinLength ?? PASSWORD.min)
}
