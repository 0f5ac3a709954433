/** Creates the software bill of materials (CycloneDX 1.6) of the runtime dependencies in package-lock.json. */
import { z } from 'zod'

const NamesSchema = z.record(z.string(), z.string()).default({})
const LockSchema = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      dependencies: NamesSchema,
      optionalDependencies: NamesSchema,
      peerDependencies: NamesSchema,
    }),
  ),
})
type Lock = z.infer<typeof LockSchema>
type Package = Lock['packages'][string]

const MODULES_DIRECTORY = 'node_modules/'
const getName = (path: string) => path.slice(path.lastIndexOf(MODULES_DIRECTORY) + MODULES_DIRECTORY.length)
const toPurl = (name: string, version = '') => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Returns the bill of materials as JSON. It is deterministic, and doesn't include the URLs of the registry. */
export function createSbom(packageLock: string): string {
  const { name, version, packages } = LockSchema.parse(JSON.parse(packageLock))
  const installed = new Map(Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.dev))
  const getRef = (path: string) => toPurl(getName(path), installed.get(path)?.version)

  /** Resolves a dependency as Node does: in the package's own `node_modules` first, then in its ancestors'. */
  function findPath(path: string, dependency: string): string | undefined {
    const candidate = `${path === '' ? '' : `${path}/`}${MODULES_DIRECTORY}${dependency}`
    if (installed.has(candidate)) return candidate
    return path === ''
      ? undefined
      : findPath(path.slice(0, Math.max(0, path.lastIndexOf(MODULES_DIRECTORY) - 1)), dependency)
  }
  const listDependencies = (path: string, entry: Package | undefined) =>
    Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies })
      .flatMap((dependency) => findPath(path, dependency) ?? [])
      .map(getRef)

  const components = new Map<string, object>()
  const dependencies = new Map([[toPurl(name, version), new Set(listDependencies('', packages['']))]])
  for (const [path, entry] of installed) {
    const purl = getRef(path)
    components.set(purl, toComponent(getName(path), purl, entry))
    const others = dependencies.get(purl) ?? []
    dependencies.set(purl, new Set([...others, ...listDependencies(path, entry)]))
  }
  const product = { type: 'application', 'bom-ref': toPurl(name, version), name, version }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: product },
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, refs]) => ({ ref, invalidatedBy: [...refs].sort() })),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function toComponent(name: string, purl: string, { version, integrity, license, optional }: Package): object {
  const [algorithm, digest = ''] = integrity?.split('-') ?? []
  const hash = algorithm === 'sha512' && { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl,
    ...(hash ? { hashes: [hash] } : {}),
    ...(license ? { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] } : {}),
  }
}
