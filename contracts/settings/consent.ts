import { z } from 'zod'

export const CONSENT_MISSING = '请阅读并同意用户协议和隐私政策'

/** Consent to the terms and the privacy policy, which the site's forms require. */
export const requiredConsent = z.boolean(CONSENT_MISSING).refine((isGiven) => isGiven, CONSENT_MISSING)

/** Consent in a call: optional; if sent, it is recorded with the version of the texts. */
export const optionalConsent = requiredConsent
  .optional()
  .describe('同意用户协议与隐私政策；网站的表单必填。给出时，记录所同意的版本。')
