/** The parts of mails with fixed texts. */
import { escapeHtml } from '#contracts/rules/escape-html.ts'

/** Takes HTML: what comes from elsewhere has to be escaped. */
export const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n')

export const greeting = (name: string): string => `${escapeHtml(name)}，您好：`

/** The address is repeated as text: some mail clients disable links. */
export const mailLink = (address: string, label: string): string =>
  `<a href="${escapeHtml(address)}">${label}</a><br>${escapeHtml(address)}`
