import { access, chmod, constants, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const PERMISSIONS = 0o777

/**
 * Creates the data folder if it doesn't exist. If it can't be created or written, throws the system's error with the
 * path that caused it.
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    // On a read-only file system, Node reports that the folder doesn't exist.
    if (isMissing(error)) await access(await getExistingParent(dataDir), constants.W_OK)
    throw error
  }
  await access(dataDir, constants.W_OK)
}

/** Returns the closest existing parent folder of a path. */
async function getExistingParent(path: string): Promise<string> {
  const folder = dirname(path)
  const exists = await lstat(folder).then(
    () => true,
    () => false,
  )
  return exists || folder === path ? folder : getExistingParent(folder)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Restricts the data folder to its owner: existing files, and by the umask those created later. A folder's mode is set
 * after that of its content, so that a restricted subfolder doesn't have to be visited again. Returns the paths whose
 * permissions couldn't be changed because they belong to another user.
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
    // A temporary file of the database may have been removed by another process.
    return isMissing(error) ? [] : [path]
  }
}
