/** A picture handed on to others, with a link to what it shows. Made here; whoever hands it on sends it. */

/** How it went on: by what the device shares with, into a file with the link copied, or into a file alone. */
export type Handed = 'shared' | 'copied' | 'saved'

export async function handOn(picture: Blob | null, name: string, url: string): Promise<Handed | null> {
  if (!picture) return null
  const file = new File([picture], name, { type: 'image/png' })
  const parcel: ShareData = url ? { files: [file], url } : { files: [file] }
  if (navigator.canShare?.(parcel) && matchMedia('(pointer: coarse)').matches) {
    // Whoever changes their mind has shared nothing, and that is no fault.
    return navigator.share(parcel).then(
      () => 'shared' as const,
      () => null,
    )
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  if (!url) return 'saved'
  return navigator.clipboard.writeText(url).then(
    () => 'copied' as const,
    () => 'saved' as const,
  )
}
