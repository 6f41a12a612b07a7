import { Download, Settings } from "lucide-react";
import { Button } from "../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../ui/controls/ReasonedButton.tsx";
import { Tooltip } from "../../ui/controls/windows/Tooltip.tsx";
import styles from "./Gallery.module.css";
import { GalleryPart } from "./GalleryPart.tsx";

const LOOKS = ["default", "primary", "danger", "bare", "text"] as const;
const SIZES = ["small", "medium", "large"] as const;

/** Buttons in every look, size and state. */
export function Buttons() {
  return (
    <GalleryPart title="Buttons">
      {SIZES.map((size) => (
        <div key={size} className={styles.row}>
          {LOOKS.map((look) => (
            <Button key={look} type={look} size={size}>
              {look}
            </Button>
          ))}
          <Button size={size} icon={<Settings size={16} aria-hidden />} aria-label="Settings" />
          <Button size={size} icon={<Download size={16} aria-hidden />}>
            With an icon
          </Button>
        </div>
      ))}
      <div className={styles.row}>
        {LOOKS.map((look) => (
          <Button key={look} type={look} disabled>
            {look}
          </Button>
        ))}
        <Button type="primary" loading>
          Loading
        </Button>
        <ReasonedButton type="primary" reason="You may only read">
          With a reason
        </ReasonedButton>
        <Tooltip label="What is pointed at">
          <Button>Tooltip</Button>
        </Tooltip>
      </div>
    </GalleryPart>
  );
}
