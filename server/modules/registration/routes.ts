import { identityCalls } from '#contracts/identity/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { RegistrationService } from './service.ts'

export const registrationRoutes = (registration: RegistrationService) => [
  handle(identityCalls.register, ({ body, client }) => registration.register(body, client)),
]
