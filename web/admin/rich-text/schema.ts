/**
 * The editor's schema. It uses the elements and classes of the contract, so that the server's sanitizer, which uses the
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

/** Creates a parser that returns the value whose class an element has. */
const createClassParser =
  <Value extends string>(values: readonly Value[], getClass: (value: Value) => string) =>
  (element: HTMLElement): Value | null =>
    values.find((value) => element.classList.contains(getClass(value))) ?? null

/** Alignment of paragraphs; also supported on list items, since older texts have it there. */
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

/** Creates a mark whose value is a class. In older texts, one `span` may have the classes of two marks. */
function createClassMark<Value extends string>(
  name: string,
  values: readonly Value[],
  getClass: (value: Value) => string,
) {
  const parseValue = createClassParser(values, getClass)
  return Mark.create({
    name,
    addAttributes: () => ({
      value: {
        default: null,
        parseHTML: parseValue,
        renderHTML: ({ value }) => (value ? { class: getClass(value) } : {}),
      },
    }),
    parseHTML: () => [
      { tag: 'span', consuming: false, getAttrs: (element) => (parseValue(element) === null ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  })
}

const Link = Mark.create({
  name: 'link',
  // Highest priority makes it the outermost mark: a partly bold link stays one link.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (isSafeLink(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, ...RICH_TEXT_LINK }, 0],
})

const createListNode = (name: string, tag: string) =>
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
  createClassMark(SIZE, RICH_TEXT_SIZES, getSizeClass),
  createClassMark(COLOR, RICH_TEXT_COLORS, getColorClass),
  createListNode('bulletList', 'ul'),
  createListNode('orderedList', 'ol'),
  ListItem,
  InlineImage,
]

export const RICH_TEXT_SCHEMA = getSchema(EXTENSIONS)
