import { zodResolver } from '@hookform/resolvers/zod'
import { ConsultationSchema } from '#contracts/leads/lead-request.ts'

/** The consultation form's rules: the server's own schema. */
export const consultationRules = zodResolver(ConsultationSchema)
