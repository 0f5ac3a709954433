import type { SubmitContent } from '#contracts/documents/submit.ts'
import { CallToAction } from '../../parts/call-to-action.tsx'
import { getContactLink } from './default-content.ts'

/** Whom to ask before submitting. */
export function ContactSection({ contact }: { contact: SubmitContent['contactSection'] }) {
  const buttons = contact.buttons.map((button) => ({ ...button, link: getContactLink(button) }))
  return <CallToAction callToAction={{ ...contact, buttons }} />
}
