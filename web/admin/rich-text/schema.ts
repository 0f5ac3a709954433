/**
 * The editor's schema. Each element and class is one of the contract's, so that the server's sanitizer, which uses the
 * same list, changes nothing.
 */
import { Extension, type Extensions, getSchema, Mark, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import {
  getAlignmentClass,
  getColorClass,
  getSizeClass,
  isRichTextImage,
  RICH_TEXT_ALIGNMENTS,
  RICH_TEXT_COLORS,
  RICH_TEXT_LINK,
  RICH_TEXT_SIZES,
} from '#contracts/rules/rich-text.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'

/** Creates the value whose class an element carries. */
const createClassParser =
  <Value extends string>(values: readonly Value[], getClass: (value: Value) => string) =>
  (element: HTMLElement): Value | null =>
    values.find((value) => element.classList.contains(getClass(value))) ?? null

/** Alignment stands on paragraphs; what an older text says of a list's item is kept there. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'listItem'],
      attributes: {
        alignment: {
          default: null,
          parseHTML: createClassParser(RICH_TEXT_ALIGNMENTS, getAlignmentClass),
          renderHTML: ({ alignment }) => (alignment ? { class: getAlignmentClass(alignment) } : {}),
        },
      },
    },
  ],
})

/** Returns a mark of one value, told by a class. Two of them may stand on one `span` of an older text. */
function classMark<Value extends string>(name: string, values: readonly Value[], getClass: (value: Value) => string) {
  const valueAt = createClassParser(values, getClass)
  return Mark.create({
    name,
    addAttributes: () => ({
      value: {
        default: null,
        parseHTML: valueAt,
        renderHTML: ({ value }) => (value ? { class: getClass(value) } : {}),
      },
    }),
    parseHTML: () => [
      { tag: 'span', consuming: false, getAttrs: (element) => (valueAt(element) === null ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  })
}

const Link = Mark.create({
  name: 'link',
  // Outermost: a link that is bold in part stays one link.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (isSafeLink(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, ...RICH_TEXT_LINK }, 0],
})

const getList = (name: string, tag: string) =>
  Node.create({
    name,
    group: 'block list',
    content: 'listItem+',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph block*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

const InlineImage = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (isRichTextImage(element.getAttribute('src') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
}).configure({ inline: true })

export const SIZE = 'size'
export const COLOR = 'color'

export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    blockquote: false,
    bulletList: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    listItem: false,
    orderedList: false,
    strike: false,
    trailingNode: false,
  }),
  Alignment,
  Link,
  classMark(SIZE, RICH_TEXT_SIZES, getSizeClass),
  classMark(COLOR, RICH_TEXT_COLORS, getColorClass),
  getList('bulletList', 'ul'),
  getList('orderedList', 'ol'),
  ListItem,
  InlineImage,
]

export const RICH_TEXT_SCHEMA = getSchema(EXTENSIONS)
