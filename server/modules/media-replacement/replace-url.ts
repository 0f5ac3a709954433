import type { MediaFile } from '#contracts/media-library/media-file.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

type Replacement = { url: string; by: Pick<MediaFile, 'url' | 'width' | 'height'> }

/** Returns a value with a file's URL replaced in all of its texts. Pictures that say their size are given that of the new one. */
function replaceIn(value: unknown, replacement: Replacement): unknown {
  const { url, by } = replacement
  if (typeof value === 'string') return value.split(url).join(by.url)
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replacement))
  if (!isObject(value)) return value
  const replaced = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replaceIn(field, replacement)]))
  return value.url === url && 'width' in value && 'height' in value
    ? { ...replaced, width: by.width ?? value.width, height: by.height ?? value.height }
    : replaced
}

/** Creates the function that replaces a file's URL wherever an object contains it. */
export const createUrlReplacer =
  (replacement: Replacement) =>
  (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replaceIn(field, replacement)]))
