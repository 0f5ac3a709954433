import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { Endpoint } from './adapter.ts'

/**
 * Returns the fingerprint of what determines who answers by a connection: SHA-256 over the canonical JSON (RFC 8785) of its
 * kind, address, model, bot, template and paths, and the names of its headers with keys. Keys, limits and prices don't
 * change it.
 */
export const getFingerprint = ({
  kind,
  url,
  model,
  botId,
  template,
  paths,
  headers,
}: Pick<Endpoint, 'kind' | 'url' | 'model' | 'botId' | 'template' | 'paths' | 'headers'>): string =>
  sha256Hex(
    toCanonicalJson({
      kind,
      url,
      model,
      botId,
      template,
      paths,
      headers: Object.keys(headers)
        .map((name) => name.toLowerCase())
        .toSorted(),
    }),
  )
