/** A form is data: what of a document is edited, under which Chinese label, and what a new item starts with. */

import type { ReactNode } from 'react'
import type { JsonObject } from '#contracts/rules/is-object.ts'

export type Option = { value: string; label: string }
type Base = { key: string; label: string; hint?: string }

/** A text of a line, one with a form of its own, an address, a day or a text that names days, a colour and an icon by sight. */
type PlainKind = 'text' | 'url' | 'day' | 'color' | 'icon' | 'rich-text'
type PlainField = { [Kind in PlainKind]: Base & { kind: Kind } }[PlainKind]
/** `isReported`: it is only shown here, and switched elsewhere. */
type SwitchField = Base & { kind: 'switch'; isReadOnlyHere?: boolean }
/** A text of several lines; one that is counted says how long it is. */
type ParagraphField = Base & { kind: 'paragraph'; isCounted?: boolean }
/** A number; other input becomes `fallback` on blur. */
type NumberField = Base & { kind: 'number'; min: number; max: number; step: number; fallback: number }
/** 1 to 5, or nobody has rated it yet. */
type RatingField = Base & { kind: 'rating' }
type SelectField = Base & { kind: 'select'; options: readonly Option[] }
/** A free text with values to choose from: a list of the same document, or fixed ones. */
type SuggestField = Base & { kind: 'suggest'; from: string | readonly string[] }
/** A list of texts; short ones may be typed with commas between them. */
type WordsField = Base & { kind: 'words'; noun: string; isShort: boolean }
/** `isHere`: it is a page of the back office. */
export type ItemLink = { label: string; href: string; isInternal?: boolean }
/** An image that is uploaded here. */
type ImageField = Base & { kind: 'image'; purpose: 'avatar' | 'product-logo' | 'screenshot' }
/** The files that a visitor may download. */
type AttachmentsField = Base & { kind: 'attachments' }
export type GroupField = Base & { kind: 'group'; fields: readonly Field[] }
export type ListField = Base & {
  kind: 'list'
  /** The noun for one item: 按钮, 活动. */
  noun: string
  /** Set if its items are pictures: they are added by uploading them, and stand open with their captions. */
  maxPictures?: number
  /** The keys whose texts name an item in the list. */
  titleKeys: readonly string[]
  fields: readonly Field[]
  /** Returns a new item. Takes how many there are, and the document. */
  initialItem: (count: number, document: JsonObject) => JsonObject
  /** Links beside an item: to a page of the back office, or to one of the site in a new tab. */
  links?: (item: JsonObject) => readonly ItemLink[]
  /** Returns a badge shown on a collapsed item: 未上架. */
  getBadge?: (item: JsonObject) => string | undefined
}

export type Field =
  | PlainField
  | SwitchField
  | ParagraphField
  | NumberField
  | RatingField
  | SelectField
  | SuggestField
  | WordsField
  | ImageField
  | AttachmentsField
  | GroupField
  | ListField

/** A collapsible part of the form; its fields are at `path` of the document ('' is the document itself). */
export type FormSection = { label: string; path: string; fields: readonly Field[] }
export type DocumentForm = { sections: readonly FormSection[] }

/** Renders the fields of the value at a path. */
export type RenderFields = (fields: readonly Field[], path: string) => ReactNode

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>
