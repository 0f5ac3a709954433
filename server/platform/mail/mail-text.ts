/** The parts of mails with fixed texts. */
import { escapeHtml } from '#contracts/rules/escape-html.ts'

/** Takes HTML: user input must be escaped by the caller. */
export const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n')

export const greeting = (name: string): string => `${escapeHtml(name)}，您好：`

/** Repeats the URL as text, since some mail clients disable links. */
export const mailLink = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}">${label}</a><br>${escapeHtml(url)}`
