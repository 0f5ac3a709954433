/** The form of a document as data: its fields, their Chinese labels, and the initial values of new list items. */

import type { ReactNode } from 'react'
import type { JsonObject } from '#contracts/rules/is-object.ts'

export type Option = { value: string; label: string }
type Base = { key: string; label: string; hint?: string }

/** Fields without further options. `day` also accepts free text; `color` and `icon` are chosen from a grid. */
type PlainKind = 'url' | 'day' | 'color' | 'icon' | 'rich-text'
type PlainField = { [Kind in PlainKind]: Base & { kind: Kind } }[PlainKind]
/** A line of text; `inputMode` is the keyboard that phones show. */
type TextField = Base & { kind: 'text'; maxLength?: number; inputMode?: 'email' | 'tel' }
/** `isReadOnly`: displayed in this form, but changed elsewhere. */
type SwitchField = Base & { kind: 'switch'; isReadOnly?: boolean }
/** A multi-line text; `hasCounter` shows its length. */
type ParagraphField = Base & { kind: 'paragraph'; hasCounter?: boolean }
/** A number. An empty field gets the value `fallback` on blur. */
type NumberField = Base & { kind: 'number'; min: number; max: number; step: number; fallback: number }
/** A rating from 1 to 5, or `null` if there is none yet. */
type RatingField = Base & { kind: 'rating' }
type SelectField = Base & { kind: 'select'; options: readonly Option[] }
/** A free text with suggestions: fixed ones, the list at a path of the document, or taken from the document. */
type SuggestField = Base & {
  kind: 'suggest'
  suggestions: string | readonly string[] | ((document: JsonObject) => readonly string[])
}
/** A list of texts; short ones can be typed separated by commas. */
type TextsField = Base & { kind: 'texts'; noun: string; isShort: boolean }
/** `isInternal`: a page of the back office, opened by client-side navigation. */
export type ItemLink = { label: string; href: string; isInternal?: boolean }
/** An uploaded image. */
type ImageField = Base & { kind: 'image'; purpose: 'avatar' | 'product-logo' | 'screenshot' }
/** Files for visitors to download. */
type AttachmentsField = Base & { kind: 'attachments' }
type GroupField = Base & { kind: 'group'; fields: readonly Field[] }
export type ListField = Base & {
  kind: 'list'
  /** The noun for one item: 按钮, 活动. */
  noun: string
  /** Set if the items are pictures: they are added by upload, and always expanded. */
  maxPictures?: number
  /** The keys of the fields whose texts are joined to an item's title. */
  titleKeys: readonly string[]
  fields: readonly Field[]
  /** Returns a new item, given the current number of items and the document. */
  createItem: (count: number, document: JsonObject) => JsonObject
  /** The number field of the items whose sum is shown, and the sum that it should have, given the list's parent. */
  total?: { key: string; getExpected: (parent: JsonObject, document: JsonObject) => number }
  /** Set if the items are records of their own: the list is only shown, with a link to the page that edits them. */
  managedAt?: ItemLink
  /** Returns links next to an item: to a page of the back office, or to a public page in a new tab. */
  getLinks?: (item: JsonObject) => readonly ItemLink[]
  /** Returns a badge shown on a collapsed item: 未上架. */
  getBadge?: (item: JsonObject) => string | undefined
}

export type Field =
  | PlainField
  | TextField
  | SwitchField
  | ParagraphField
  | NumberField
  | RatingField
  | SelectField
  | SuggestField
  | TextsField
  | ImageField
  | AttachmentsField
  | GroupField
  | ListField

/** The fields of a form's value by key. */
export type FieldsByKey<Value> = { readonly [Key in keyof Value & string]: Field & { key: Key } }

/** A collapsible part of the form; its fields are at `path` of the document ('' is the document itself). */
export type FormSection = { label: string; path: string; fields: readonly Field[] }
export type DocumentForm = { sections: readonly FormSection[] }

/** Renders the fields of the value at a path. */
export type RenderFields = (fields: readonly Field[], path: string) => ReactNode

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>
