import { alarmCalls } from '#contracts/alarms/calls.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { SettingsPart } from '#contracts/settings/settings.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { Saved } from '../../../shared/versioned/save-outcome.ts'
import { callAdmin } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'
import type { Values } from '../../versioned/use-versioned-form.ts'

export const SETTINGS_KEY = ['settings']
export const SYSTEM_KEY = ['system']
export const LOGO_KEY = ['logo']
export const APP_DOWNLOAD_KEY = ['app-download']

export const readSettings = async () => (await callAdmin(settingsCalls.get)).data
export const readSystem = async () => (await callAdmin(settingsCalls.getSystem)).data
/** Starts a backup. Throws a `CallError` with status 409 if one is being made. */
export const startBackup = () => callAdmin(settingsCalls.startBackup)
export const readLogo = async () => (await callAdmin(brandingCalls.getLogo)).data

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

export async function readAppDownload(): Promise<Versioned<Values>> {
  const { data, version } = await callAdmin(brandingCalls.getAppDownload)
  return { value: data, version }
}

export const loadAppDownloadAuthorship = async () =>
  (await callAdmin(brandingCalls.getAppDownloadAuthorship)).data ?? undefined

/** Saves the app link based on `version`. Throws a `CallError` with status 412 if a newer one exists. */
export const updateAppDownload = async (values: Values, version: number) =>
  toSaved(await callAdmin(brandingCalls.updateAppDownload, { unvalidatedBody: values, version }))

export const resetAppDownload = async (version: number) =>
  toSaved(await callAdmin(brandingCalls.resetAppDownload, { version }))

export const uploadLogo = async (file: File, onProgress: (progress: number) => void, signal: AbortSignal) =>
  (await upload(brandingCalls.uploadLogo, { file, filename: file.name, onProgress, signal })).data

export const resetLogo = () => callAdmin(brandingCalls.resetLogo)

export const testAlarms = async () => (await callAdmin(alarmCalls.test)).data
export const readSigningKey = async () => (await callAdmin(alarmCalls.signingKey)).data.key
