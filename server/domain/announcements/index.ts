export {
  type Announcement,
  listAnnouncements,
  listAnnouncementsFor,
  publishAnnouncement,
  withdrawAnnouncement,
} from "./announcements.ts";
