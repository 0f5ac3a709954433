import { ADMIN_COMPANY_SIGN_IN, ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { SignInArea } from '#contracts/identity/company-sign-in.ts'
import { PAGES } from '#contracts/paths.ts'

const CALLBACK_PATHS: Record<SignInArea, string> = { site: PAGES.companySignIn, admin: ADMIN_COMPANY_SIGN_IN.path }
const SIGNED_OUT_PATHS: Record<SignInArea, string> = { site: PAGES.home, admin: ADMIN_PAGES.login }
const START_PATHS: Record<SignInArea, string> = { site: PAGES.home, admin: ADMIN_PAGES.dashboard }

/** The address to which a provider sends the browser back. */
export const getCallback = (publicUrl: string, area: SignInArea): string => publicUrl + CALLBACK_PATHS[area]

/** The address to which a provider sends the browser after signing out. */
export const getSignedOut = (publicUrl: string, area: SignInArea): string => publicUrl + SIGNED_OUT_PATHS[area]

/** The page to go to after a sign-in that began on none in particular. */
export const getStartPath = (area: SignInArea): string => START_PATHS[area]

/** The addresses that have to be registered at a provider. */
export const getCallbacks = (publicUrl: string) => ({
  callbacks: [getCallback(publicUrl, 'site'), getCallback(publicUrl, 'admin')],
  signedOut: [getSignedOut(publicUrl, 'site'), getSignedOut(publicUrl, 'admin')],
})
