import { zodResolver } from '@hookform/resolvers/zod'
import { PasswordByLinkSchema } from '#contracts/account-links/account-link.ts'

/** The form's rules: the server's own schema. */
export const setPasswordRules = zodResolver(PasswordByLinkSchema)
