import { identityCalls } from '#contracts/identity/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { RegistrationService } from './service.ts'

export const registrationRoutes = (registration: RegistrationService) => [
  answer(identityCalls.register, ({ body, client }) => registration.register(body, client)),
]
