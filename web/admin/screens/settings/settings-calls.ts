import type { Logo } from '#contracts/branding/branding.ts'
import { ADMIN_API, API, fillPath } from '#contracts/paths.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { SettingsPart, SettingsView } from '#contracts/settings/settings.ts'
import type { System } from '#contracts/system/system.ts'
import type { Call } from '../../../shared/api.ts'
import { call, callData } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'
import { revisionOf } from '../../editors/document-calls.ts'
import type { Versioned } from '../../versioned/edits.ts'
import type { Saved } from '../../versioned/save-outcome.ts'
import type { Values } from '../../versioned/use-field-side.ts'

export const SETTINGS_KEY = ['settings']
export const SYSTEM_KEY = ['system']
export const LOGO_KEY = ['logo']
export const APP_DOWNLOAD_KEY = ['app-download']

type Said<Data> = { data: Data; message?: string }

export const readSettings = (): Promise<SettingsView> => callData(ADMIN_API.settings)
export const readSystem = (): Promise<System> => callData(ADMIN_API.system)
export const readLogo = (): Promise<Logo> => callData(API.logo)

/** Calls for what has a version, which the reply's `ETag` names. */
async function callVersioned(path: string, options: Call): Promise<Saved<Values>> {
  let version = 0
  const { data, message = SETTINGS_MESSAGES.saved } = await call<Said<Values>>(path, {
    ...options,
    onHeaders: (headers) => {
      version = revisionOf(headers)
    },
  })
  return { value: data, version, message }
}

/** Saves over a version. Throws 412 if there is a newer one. */
const saveVersioned = (path: string, options: Call, over: number) =>
  callVersioned(path, { ...options, headers: { 'if-match': `"${over}"` } })

/** Saves some of a part's fields. */
export const savePart = (part: SettingsPart, fields: Values, over: number) =>
  saveVersioned(fillPath(ADMIN_API.settingsPart, { part }), { method: 'PUT', body: fields }, over)

export async function readAppDownload(): Promise<Versioned<Values>> {
  const { value, version } = await callVersioned(API.appDownload, {})
  return { value, version }
}

export const updateAppDownload = (whole: Values, over: number) =>
  saveVersioned(ADMIN_API.appDownloadUpdate, { method: 'PUT', body: whole }, over)

export const resetAppDownload = (over: number) => saveVersioned(ADMIN_API.appDownloadReset, { method: 'POST' }, over)

export const uploadLogo = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Logo> =>
  upload(ADMIN_API.logoUpload, { field: 'logo', file, filename: file.name, onProgress, signal })

export const resetLogo = (): Promise<Said<Logo>> => call(ADMIN_API.logoReset, { method: 'POST' })
