// In which orders lists of devices come.

/** By what applications can be put in order. */
export const DEVICE_APPLICATION_ORDERS = [
  "application_id",
  "status",
  "device_english_name",
  "device_local_name",
  "registry",
  "device_type",
  "device_unique_id",
  "fuel_type",
  "device_technology",
  "location",
  "province",
  "capacity",
  "registration_date",
  "created_at",
  /** Until when somebody must act. */
  "next",
] as const;

/** By what devices can be put in order. */
export const DEVICE_ORDERS = [
  "device_unique_id",
  "device_english_name",
  "device_local_name",
  "commercial_operation_date",
  "registry",
  "device_type",
  "fuel_type",
  "device_technology",
  "location",
  "province",
  "capacity_w",
  /** Of groups: how many devices they have today. */
  "members",
  "valid_to",
  "status",
] as const;

/** By what folders can be put in order. */
export const DEVICE_FOLDER_ORDERS = [
  "group_device_id",
  "group_device_name",
  "total_no_of_device",
  "total_capacity",
  "location",
  "created_date",
  "status",
] as const;
