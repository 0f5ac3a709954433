/** A bucket of an S3-compatible store and its credentials. */
export type S3Location = {
  /** Without a trailing slash; the bucket is the last segment: `https://s3.example.com/zhijian`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type Environment = {
  FILES_URL?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
}

const DEFAULT_REGION = 'us-east-1'
/** Bucket names in S3 syntax (letters, digits, dots, hyphens), plus the underscore that older stores allow. */
const BUCKET = /^[\w][\w.-]{1,62}$/

/**
 * Parses `s3://KEY:SECRET@HOST:PORT/BUCKET?region=…&tls=off`; key and secret are percent-encoded, or taken from the
 * variables of AWS's own tools. Returns `undefined` if a part is missing or invalid.
 */
export function parseS3Url(environment: Environment): S3Location | undefined {
  const url = URL.parse(environment.FILES_URL ?? '')
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  if (url?.protocol !== 's3:' || url.host === '' || !BUCKET.test(bucket)) return undefined
  const tls = url.searchParams.get('tls') ?? 'on'
  const accessKeyId = decode(url.username) || environment.AWS_ACCESS_KEY_ID
  const secretAccessKey = decode(url.password) || environment.AWS_SECRET_ACCESS_KEY
  if (!accessKeyId || !secretAccessKey || (tls !== 'on' && tls !== 'off')) return undefined
  return {
    bucketUrl: `${tls === 'on' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') || environment.AWS_REGION || DEFAULT_REGION,
    accessKeyId,
    secretAccessKey,
    sessionToken: environment.AWS_SESSION_TOKEN,
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
