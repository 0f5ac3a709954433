import type { LucideProps } from 'lucide-react'

/**
 * Creates the component of an icon, which inherits its colour; `.icon` in tokens.css defines its strokes. With a label
 * it is exposed to screen readers, otherwise hidden from them.
 */
export const createIcon = (strokes: string) =>
  function SvgIcon({ className = '', ...rest }: LucideProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        {...(rest['aria-label'] === undefined ? { 'aria-hidden': true } : { role: 'img' })}
        {...rest}
        className={`icon ${className}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the strokes are Lucide's own, written when the site is built.
        dangerouslySetInnerHTML={{ __html: strokes }}
      />
    )
  }
