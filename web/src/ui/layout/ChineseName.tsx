/**
 * The name of the Chinese language in its own script, drawn: a choice of languages must be readable on systems
 * without a Chinese font, and the fonts that the Chinese interface loads are too large for one label.
 * Outlines of Noto Sans SC, weight 500 (SIL Open Font License 1.1).
 */
export function ChineseName({ height = 13 }: { height?: number }) {
  return (
    <svg
      viewBox="0 0 2000 1000"
      height={height}
      width={height * 2}
      role="img"
      aria-label="中文"
      fill="currentColor"
    >
      <path d="M93 212H907V697H809V305H187V702H93ZM142 549H865V642H142ZM448 36H547V963H448Z" />
      <path
        transform="translate(1000 0)"
        d="M710 252 808 279Q746 462 648 594Q549 726 411 816Q273 905 90 962Q84 951 74 934Q64 917 52 901Q41 884 31 873Q210 825 342 744Q474 663 565 542Q656 421 710 252ZM285 258Q340 409 434 531Q529 654 663 740Q798 826 972 869Q962 879 950 895Q937 911 926 927Q915 943 908 957Q727 907 591 814Q454 721 358 588Q261 454 198 285ZM48 209H957V301H48ZM418 57 518 27Q540 63 561 106Q583 149 592 181L487 214Q479 183 459 139Q439 94 418 57Z"
      />
    </svg>
  );
}
