import { zipDirectory } from './zip-directory.ts'

/** The names in a zip's directory; none where it has no directory that can be read. Nothing is unpacked. */
export const namesInZip = (bytes: Uint8Array): string[] => zipDirectory(bytes).map(({ name }) => name)
