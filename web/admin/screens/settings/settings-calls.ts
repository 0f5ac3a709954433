import type { Logo } from '#contracts/branding/branding.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { ADMIN_API, API, fillPath } from '#contracts/paths.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { SettingsPart, SettingsView } from '#contracts/settings/settings.ts'
import type { System } from '#contracts/system/system.ts'
import type { Call } from '../../../shared/api.ts'
import { call, callAddress, callData } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'
import { revisionOf } from '../../editors/document-calls.ts'
import type { Values } from './field-changes.ts'
import type { Revised } from './use-revised-form.ts'

export const SETTINGS_KEY = ['settings']
export const SYSTEM_KEY = ['system']
export const LOGO_KEY = ['logo']
export const APP_DOWNLOAD_KEY = ['app-download']

type Said<Data> = { data: Data; message?: string }

export const readSettings = (): Promise<SettingsView> => callData(ADMIN_API.settings)
export const readSystem = (): Promise<System> => callData(ADMIN_API.system)
export const readLogo = async (): Promise<Logo> => (await call(brandingCalls.logo)).data

/** Calls for what has a revision, which the reply's `ETag` names. */
async function callRevised(path: string, options: Call): Promise<Said<Values> & Revised> {
  let revision = 0
  const reply = await callAddress<Said<Values>>(path, {
    ...options,
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { ...reply, values: reply.data, revision }
}

/** Saves over a revision. Throws 412 where there is a newer one. */
async function saveRevised(path: string, options: Call, over: number) {
  const headers = { 'if-match': `"${over}"` }
  const { values, revision, message } = await callRevised(path, { ...options, headers })
  return { values, revision, message: message ?? SETTINGS_MESSAGES.saved }
}

/** Saves some of a part's fields. */
export const savePart = (part: SettingsPart, fields: Values, over: number) =>
  saveRevised(fillPath(ADMIN_API.settingsPart, { part }), { method: 'PUT', body: fields }, over)

export const readAppDownload = (): Promise<Revised> => callRevised(API.appDownload, {})

export const updateAppDownload = (whole: Values, over: number) =>
  saveRevised(ADMIN_API.appDownloadUpdate, { method: 'PUT', body: whole }, over)

export const resetAppDownload = (over: number) => saveRevised(ADMIN_API.appDownloadReset, { method: 'POST' }, over)

export const uploadLogo = async (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  (await upload(brandingCalls.uploadLogo, { file, filename: file.name, onProgress, signal })).data

export const resetLogo = () => call(brandingCalls.resetLogo)
