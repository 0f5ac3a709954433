/** Reads and validates the sample content of this folder. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type Attachment, EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { ProjectExampleSchema } from '#contracts/evaluation-projects/example.ts'
import { type SampleRun, SampleRunSchema } from '#contracts/evaluation-runs/sample-run.ts'
import { FactInputSchema } from '#contracts/facts/fact.ts'
import { ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import { QrCodeSchema } from '#contracts/qr-codes/qr-code.ts'
import { GeneralSettingsSchema } from '#contracts/settings/settings.ts'
import { CATALOGUES, DOCUMENT_KINDS } from '#contracts/vocabulary.ts'
import { readQuestionBanks } from './read-question-banks.ts'

const DEMO_FOLDER = import.meta.dirname

/** The pictures of the QR codes: the file in `images/`, and its storage key below `/uploads/`. */
const QR_CODES = [
  { file: 'qr-wechat-1.png', key: 'qrcodes/sample-1.png' },
  { file: 'qr-wechat-2.png', key: 'qrcodes/sample-2.png' },
] as const

/** The source of facts about fictional products. */
const FICTIONAL_SOURCE = { url: '', grade: 'claimed', readAt: undefined } as const

/** Returns all sample content. Throws if it is invalid. */
export async function readDemo() {
  const settings = await readJson('documents', 'settings.json')
  return {
    documents: await Promise.all(
      DOCUMENT_KINDS.map(async (kind) => ({ kind, document: await readJson('documents', `${kind}.json`) })),
    ),
    products: await Promise.all(
      CATALOGUES.map(async (catalogue) => ({ catalogue, products: await readProducts(catalogue) })),
    ),
    facts: await Promise.all(
      CATALOGUES.map(async (catalogue) => ({ catalogue, products: await readFacts(catalogue) })),
    ),
    reviews: await readReviews(),
    attachments: await readAttachments(),
    pictures: await Promise.all(
      [...QR_CODES, ...(await listLogos())].map(async ({ file, key }) => ({
        file: basename(file),
        key,
        bytes: await readFile(join(DEMO_FOLDER, 'images', file)),
      })),
    ),
    qrCodes: z.array(QrCodeSchema).parse(await readJson('documents', 'qr-codes.json')),
    questionBanks: (await readQuestionBanks()).map(({ questions, ...bank }) => ({
      ...bank,
      tasks: questions.map(({ task }) => task),
    })),
    exampleRun: await readExampleRun(),
    evaluation: ProjectExampleSchema.parse(await readJson('evaluation', 'example.json')),
    general: GeneralSettingsSchema.parse(Object(settings).general),
  }
}

/** Returns the run of the example project: its protocol on the first line, then its trials. */
async function readExampleRun(): Promise<SampleRun> {
  const text = await readFile(join(DEMO_FOLDER, 'evaluation', 'example-run.jsonl'), 'utf8')
  const [head, ...trials]: unknown[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return SampleRunSchema.parse({ ...Object(head), trials })
}

async function readProducts(catalogue: string): Promise<ProductInput[]> {
  const files = await listJsonFiles('catalogue', catalogue)
  return Promise.all(files.map(async (file) => ProductSchema.parse(await readJson('catalogue', catalogue, file))))
}

const ReadDaySchema = FactInputSchema.shape.readAt.unwrap()

/** The facts of a product, with the name of their source; without a source if the product is fictional. */
const SampleFactsSchema = z.object({
  /** The day on which the sources without a day of their own were read. */
  readAt: ReadDaySchema,
  sources: z
    .record(
      z.string(),
      z.object({ url: z.url(), grade: FactInputSchema.shape.grade, readAt: ReadDaySchema.optional() }),
    )
    .default({}),
  facts: z.array(
    z.object({
      attribute: z.string(),
      value: z.unknown(),
      isComplete: FactInputSchema.shape.isComplete,
      source: z.string().optional(),
      note: FactInputSchema.shape.note,
    }),
  ),
})

/** Returns the facts of a catalogue's products. Throws for a fact whose source is not listed. */
async function readFacts(catalogue: string) {
  const files = await listJsonFiles('facts', catalogue)
  return Promise.all(
    files.map(async (file) => {
      const { readAt, sources, facts } = SampleFactsSchema.parse(await readJson('facts', catalogue, file))
      return {
        productId: basename(file, '.json'),
        facts: facts.map(({ source, ...fact }) => {
          const {
            url,
            grade,
            readAt: sourceReadAt = readAt,
          } = source === undefined ? FICTIONAL_SOURCE : (sources[source] ?? throwUnknownSource(file, source))
          return { ...fact, grade, sourceUrl: url, readAt: sourceReadAt }
        }),
      }
    }),
  )
}

function throwUnknownSource(file: string, source: string): never {
  throw new Error(`${file} refers to the source ${source}, which it doesn't list`)
}

/** Reviews of a sample product, which are fictional like the product. */
const SampleReviewsSchema = z.object({
  product: z.string(),
  catalogue: z.enum(CATALOGUES),
  reviews: z.array(
    ReviewContentSchema.extend({
      isVerified: z.boolean(),
      writtenAt: z.iso.datetime(),
      helpful: z.int(),
      reply: z.string(),
    }).transform(({ isVerified, writtenAt, helpful, reply, ...content }) => ({
      content,
      isVerified,
      writtenAt,
      helpful,
      reply,
    })),
  ),
})

async function readReviews() {
  const files = await listJsonFiles('reviews')
  return Promise.all(files.map(async (file) => SampleReviewsSchema.parse(await readJson('reviews', file))))
}

/** Returns the logos of products, as `QR_CODES`. */
const listLogos = async () =>
  (await readdir(join(DEMO_FOLDER, 'images', 'logos'))).map((file) => ({
    file: join('logos', file),
    key: `logos/${file}`,
  }))

/** Returns the files that the evaluation document lists, each with its bytes. */
async function readAttachments(): Promise<(Attachment & { bytes: Buffer })[]> {
  const { evaluationTool } = EvaluationSchema.parse(await readJson('documents', 'evaluation.json'))
  return Promise.all(
    evaluationTool.attachments.map(async (attachment) => ({
      ...attachment,
      bytes: await readFile(join(DEMO_FOLDER, 'attachments', basename(attachment.path))),
    })),
  )
}

const readJson = async (...path: string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(DEMO_FOLDER, ...path), 'utf8'))

/** Returns the names of the JSON files of a folder, sorted. */
const listJsonFiles = async (...path: string[]): Promise<string[]> =>
  (await readdir(join(DEMO_FOLDER, ...path))).filter((file) => file.endsWith('.json')).sort()
