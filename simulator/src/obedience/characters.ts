// How the gateways of the fleet take orders: most obey within a second or two, and each fault that a portal must live with is
// somebody's own, fixed by serial.

export interface Character {
  /** Orders take effect only after 25 to 90 s, as real inverters' do. */
  readonly slow?: true;
  /** Answers that it will not, with this reason. */
  readonly refuses?: string;
  /** Answers that it could not, with this reason. */
  readonly fails?: string;
  /** Says done and reads the limit back, and the power does not follow. */
  readonly lies?: true;
  /** Another controller on site sets its own limit, percent, this long after each of the portal's. */
  readonly rival?: { readonly percent: number; readonly afterS: number };
  /** Does not come back from a restart into a new version. */
  readonly hangs?: true;
  /** Knows no MQTT: sends and asks over HTTP. */
  readonly httpOnly?: true;
}

const CHARACTERS: Readonly<Record<string, Character>> = {
  // Cảng cạn Đình Vũ, Mortlock Valley
  "HG-CANGCAN-DINHVU-1": { slow: true },
  "HG-GRAIN-MORTLOCK-1": { slow: true },
  // Trang trại Đức Hòa
  "HG-TRANGTRAI-DUCHOA-1": { refuses: "The inverters are under local control" },
  // Ea H'leo
  "HG-CAPHE-EAHLEO-1": { fails: "An inverter did not answer on the bus" },
  // Gỗ Tân Uyên
  "HG-GO-TANUYEN-1": { lies: true },
  // Siêu thị Mùa Vàng
  "HG-SIEUTHI-MUAVANG-1": { rival: { percent: 85, afterS: 20 } },
  // Kho vận Cát Lái
  "HG-KHO-CATLAI-1": { hangs: true },
  // Chung cư Hoa Mai
  "HG-CHUNGCU-HOAMAI-1": { httpOnly: true },
};

/** How the gateway of that serial takes orders; one without a fault: {}. */
export const characterOf = (serial: string): Character => CHARACTERS[serial] ?? {};

/** Plants whose installer has set a lower limit on site, share of the rating. */
const SITE_LIMITS: Readonly<Record<string, number>> = {
  // Bao bì Nhơn Trạch: its modules never reach it, so that it shows only where more is ordered.
  "baobi-nhontrach": 0.96,
};

/** The limit that is set on site, share of the inverters' rating; 1: none. */
export const siteLimitOf = (plantKey: string): number => SITE_LIMITS[plantKey] ?? 1;
