import { access, chmod, constants, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const PERMISSIONS = 0o777

/**
 * Makes the data folder if it isn't there. Throws the system's error if it can't be made or written, with the path that
 * is to blame.
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    // On a file system that can only be read, Node says that the folder isn't there.
    if (isMissing(error)) await access(await findExisting(dataDir), constants.W_OK)
    throw error
  }
  await access(dataDir, constants.W_OK)
}

/** Returns the nearest folder above a path that is there. */
async function findExisting(path: string): Promise<string> {
  const folder = dirname(path)
  const isThere = await lstat(folder).then(
    () => true,
    () => false,
  )
  return isThere || folder === path ? folder : findExisting(folder)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Closes the data folder to everyone but its owner: what is created from now on, and what is already there. A folder is
 * closed after what is in it, so that below the first level one that is closed needs no second look. Returns the paths
 * that belong to somebody else, whose permissions couldn't be changed.
 */
export async function protectDataFolder(dataDir: string): Promise<string[]> {
  process.umask(PERMISSIONS & ~FOLDER_MODE)
  const root = await lstat(dataDir).catch(() => undefined)
  return root?.isDirectory() ? protectFolder(dataDir) : []
}

async function protectFolder(folder: string): Promise<string[]> {
  const failed: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) failed.push(...(await setMode(path, FILE_MODE)))
    else if (entry.isDirectory() && !(await hasMode(path, FOLDER_MODE))) failed.push(...(await protectFolder(path)))
  }
  return [...failed, ...(await setMode(folder, FOLDER_MODE))]
}

const hasMode = async (path: string, mode: number) => ((await lstat(path)).mode & PERMISSIONS) === mode

/** Returns the path if its permissions couldn't be changed. */
async function setMode(path: string, mode: number): Promise<string[]> {
  try {
    if (!(await hasMode(path, mode))) await chmod(path, mode)
    return []
  } catch (error) {
    // One that another process has just removed needs none: a temporary file of the database.
    return isMissing(error) ? [] : [path]
  }
}
