import { alarmCalls } from '#contracts/alarms/calls.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import type { CallReply } from '#contracts/call.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { SettingsPart } from '#contracts/settings/settings.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { Saved } from '../../../shared/versioned/save-outcome.ts'
import { callAdmin } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import { upload } from '../../calls/upload.ts'
import type { Values } from '../../versioned/use-versioned-form.ts'

export const readSettings = async () => (await callAdmin(settingsCalls.get)).data
/** Starts a backup. Throws a `CallError` with status 409 if one is being made. */
export const startBackup = () => callAdmin(settingsCalls.startBackup)

type SaveReply = { data: Values; version: number; message?: string }

const toSaved = ({ data, version, message = SETTINGS_MESSAGES.saved }: SaveReply): Saved<Values> => ({
  value: data,
  version,
  message,
})

export const loadPartAuthorship = async (part: SettingsPart) =>
  (await callAdmin(settingsCalls.getAuthorship, { params: { part } })).data ?? undefined

/** Saves fields of a part based on `version`. Throws a `CallError` with status 412 if a newer one exists. */
export const savePart = async (part: SettingsPart, body: Values, version: number) =>
  toSaved(await callAdmin(settingsCalls.updatePart, { params: { part }, body, version }))

type AppDownloadReply = CallReply<typeof brandingCalls.getAppDownload>

const toVersioned = ({ data, version }: AppDownloadReply): Versioned<Values> => ({ value: data, version })

export const readAppDownload = async () => toVersioned(await callAdmin(brandingCalls.getAppDownload))

/** The query for the app link that is edited. */
export const appDownloadQuery = forEditing({ ...queryOf(brandingCalls.getAppDownload), select: toVersioned })

export const loadAppDownloadAuthorship = async () =>
  (await callAdmin(brandingCalls.getAppDownloadAuthorship)).data ?? undefined

/** Saves the app link based on `version`. Throws a `CallError` with status 412 if a newer one exists. */
export const updateAppDownload = async (values: Values, version: number) =>
  toSaved(await callAdmin(brandingCalls.updateAppDownload, { unvalidatedBody: values, version }))

export const resetAppDownload = async (version: number) =>
  toSaved(await callAdmin(brandingCalls.resetAppDownload, { version }))

export const uploadLogo = (file: File, onProgress: (progress: number) => void, signal: AbortSignal) =>
  upload(brandingCalls.uploadLogo, { file, filename: file.name, onProgress, signal })

/** Uses a picture of the media library as the logo. */
export const chooseLogo = (url: string) => callAdmin(brandingCalls.chooseLogo, { body: { url } })

export const resetLogo = () => callAdmin(brandingCalls.resetLogo)

export const testAlarms = async () => (await callAdmin(alarmCalls.test)).data
